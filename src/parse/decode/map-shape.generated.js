/* oxlint-disable */
// Made by test/config/fields.mjs from the table of fields. Do not edit.
'use strict';
export const isMapShape = validate21;
const func2 = Object.prototype.hasOwnProperty;
function validate22(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.type === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'type' } });
      errors++;
    }
    if (data.description === undefined) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'required',
        params: { missingProperty: 'description' },
      });
      errors++;
    }
    if (data.required === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'required' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(
        key0 === 'type' ||
        key0 === 'description' ||
        key0 === 'required' ||
        key0 === 'default' ||
        key0 === 'enum' ||
        key0 === 'schema'
      )) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data0 = data.type;
      if (typeof data0 !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/type',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
      if (!(
        data0 === 'string' ||
        data0 === 'number' ||
        data0 === 'boolean' ||
        data0 === 'array' ||
        data0 === 'object'
      )) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/type',
          keyword: 'enum',
          params: { allowedValues: ['string', 'number', 'boolean', 'array', 'object'] },
        });
        errors++;
      }
    }
    if (data.description !== undefined) {
      if (typeof data.description !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/description',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.required !== undefined) {
      if (typeof data.required !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/required',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
    if (data.default !== undefined) {
      let data3 = data.default;
      if (
        (!data3 || typeof data3 != 'object') &&
        typeof data3 !== 'string' &&
        !(typeof data3 == 'number' && isFinite(data3)) &&
        typeof data3 !== 'boolean'
      ) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/default',
          keyword: 'type',
          params: { type: ['string', 'number', 'boolean', 'array', 'object'] },
        });
        errors++;
      }
    }
    if (data.enum !== undefined) {
      let data4 = data.enum;
      if (Array.isArray(data4)) {
        if (data4.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/enum',
            keyword: 'minItems',
            params: { limit: 1 },
          });
          errors++;
        }
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data5 = data4[i0];
          if (
            typeof data5 !== 'string' &&
            !(typeof data5 == 'number' && isFinite(data5)) &&
            typeof data5 !== 'boolean'
          ) {
            (vErrors ??= []).push({
              instancePath: instancePath + '/enum/' + i0,
              keyword: 'type',
              params: { type: ['string', 'number', 'boolean'] },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/enum',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.schema !== undefined) {
      let data6 = data.schema;
      if (!(data6 && typeof data6 == 'object' && !Array.isArray(data6)) && typeof data6 !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/schema',
          keyword: 'type',
          params: { type: ['object', 'boolean'] },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
function validate25(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (
    !(data && typeof data == 'object' && !Array.isArray(data)) &&
    typeof data !== 'string' &&
    !(typeof data == 'number' && isFinite(data)) &&
    typeof data !== 'boolean'
  ) {
    (vErrors ??= []).push({
      instancePath,
      keyword: 'type',
      params: { type: ['object', 'string', 'number', 'boolean'] },
    });
    errors++;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.type === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'type' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(
        key0 === 'type' ||
        key0 === 'description' ||
        key0 === 'required' ||
        key0 === 'default' ||
        key0 === 'enum' ||
        key0 === 'schema'
      )) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data0 = data.type;
      if (typeof data0 !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/type',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
      if (!(
        data0 === 'string' ||
        data0 === 'number' ||
        data0 === 'boolean' ||
        data0 === 'array' ||
        data0 === 'object'
      )) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/type',
          keyword: 'enum',
          params: { allowedValues: ['string', 'number', 'boolean', 'array', 'object'] },
        });
        errors++;
      }
    }
    if (data.description !== undefined) {
      if (typeof data.description !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/description',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.required !== undefined) {
      if (typeof data.required !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/required',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
    if (data.default !== undefined) {
      let data3 = data.default;
      if (
        (!data3 || typeof data3 != 'object') &&
        typeof data3 !== 'string' &&
        !(typeof data3 == 'number' && isFinite(data3)) &&
        typeof data3 !== 'boolean'
      ) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/default',
          keyword: 'type',
          params: { type: ['string', 'number', 'boolean', 'array', 'object'] },
        });
        errors++;
      }
    }
    if (data.enum !== undefined) {
      let data4 = data.enum;
      if (Array.isArray(data4)) {
        if (data4.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/enum',
            keyword: 'minItems',
            params: { limit: 1 },
          });
          errors++;
        }
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data5 = data4[i0];
          if (
            typeof data5 !== 'string' &&
            !(typeof data5 == 'number' && isFinite(data5)) &&
            typeof data5 !== 'boolean'
          ) {
            (vErrors ??= []).push({
              instancePath: instancePath + '/enum/' + i0,
              keyword: 'type',
              params: { type: ['string', 'number', 'boolean'] },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/enum',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.schema !== undefined) {
      let data6 = data.schema;
      if (!(data6 && typeof data6 == 'object' && !Array.isArray(data6)) && typeof data6 !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/schema',
          keyword: 'type',
          params: { type: ['object', 'boolean'] },
        });
        errors++;
      }
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
function validate28(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (
    (!data || typeof data != 'object') &&
    typeof data !== 'string' &&
    !(typeof data == 'number' && isFinite(data)) &&
    typeof data !== 'boolean'
  ) {
    (vErrors ??= []).push({
      instancePath,
      keyword: 'type',
      params: { type: ['string', 'number', 'boolean', 'array', 'object'] },
    });
    errors++;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.expr === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'expr' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'expr')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.expr !== undefined) {
      let data0 = data.expr;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/expr',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/expr',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  }
  validate28.errors = vErrors;
  return errors === 0;
}
function validate30(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.max === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'max' } });
      errors++;
    }
    if (data.then === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'then' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'max' || key0 === 'then')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.max !== undefined) {
      let data0 = data.max;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/max',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 1000000000 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/max',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/max',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.then !== undefined) {
      let data1 = data.then;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/then',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/then',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate30.errors = vErrors;
  return errors === 0;
}
function validate27(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.target === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'target' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(
        key0 === 'target' ||
        key0 === 'args' ||
        key0 === 'choose' ||
        key0 === 'when' ||
        key0 === 'limit' ||
        key0 === 'resets'
      )) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.target !== undefined) {
      let data0 = data.target;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/target',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/target',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.args !== undefined) {
      let data1 = data.args;
      if (typeof data1 !== 'string' && !(data1 && typeof data1 == 'object' && !Array.isArray(data1))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/args',
          keyword: 'type',
          params: { type: ['string', 'object'] },
        });
        errors++;
      }
      if (data1 && typeof data1 == 'object' && !Array.isArray(data1)) {
        for (const key1 in data1) {
          if (
            !validate28(data1[key1], {
              instancePath: instancePath + '/args/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data1,
              parentDataProperty: key1,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate28.errors);
            errors = vErrors.length;
          }
        }
      }
    }
    if (data.choose !== undefined) {
      if (typeof data.choose !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/choose',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.when !== undefined) {
      let data4 = data.when;
      if (typeof data4 === 'string') {
        if (data4.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/when',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/when',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.limit !== undefined) {
      if (
        !validate30(data.limit, {
          instancePath: instancePath + '/limit',
          parentData: data,
          parentDataProperty: 'limit',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate30.errors);
        errors = vErrors.length;
      }
    }
    if (data.resets !== undefined) {
      let data6 = data.resets;
      if (Array.isArray(data6)) {
        const len0 = data6.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data7 = data6[i0];
          if (typeof data7 === 'string') {
            if (data7.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/resets/' + i0,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/resets/' + i0,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/resets',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate27.errors = vErrors;
  return errors === 0;
}
function validate34(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === 'max' || key0 === 'reply')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.max !== undefined) {
      let data0 = data.max;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/max',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 1000000000 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/max',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/max',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
          });
          errors++;
        }
      }
    }
    if (data.reply !== undefined) {
      let data1 = data.reply;
      if (!(typeof data1 == 'number' && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/reply',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data1 == 'number' && isFinite(data1)) {
        if (data1 > 1000000000 || isNaN(data1)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/reply',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data1 < 0 || isNaN(data1)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/reply',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
          });
          errors++;
        }
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate34.errors = vErrors;
  return errors === 0;
}
function validate36(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== 'string' && !(data && typeof data == 'object' && !Array.isArray(data))) {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: ['string', 'object'] } });
    errors++;
  }
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (typeof data !== 'string') {
    (vErrors ??= []).push({});
    errors++;
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs4 = errors;
    if (!(data === 'new' || data === 'continue')) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'enum',
        params: { allowedValues: ['new', 'continue'] },
      });
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === 'of' || key0 === 'fork')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.of !== undefined) {
      let data0 = data.of;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/of',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/of',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.fork !== undefined) {
      let data1 = data.fork;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/fork',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/fork',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  }
  validate36.errors = vErrors;
  return errors === 0;
}
function validate38(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== 'string' && !(data && typeof data == 'object' && !Array.isArray(data))) {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: ['string', 'object'] } });
    errors++;
  }
  if (typeof data === 'string') {
    if (data.length < 1) {
      (vErrors ??= []).push({ instancePath, keyword: 'minLength', params: { limit: 1 } });
      errors++;
    }
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.text === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'text' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'text' || key0 === 'on' || key0 === 'before')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.text !== undefined) {
      let data0 = data.text;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/text',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/text',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.on !== undefined) {
      let data1 = data.on;
      if (Array.isArray(data1)) {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/on',
            keyword: 'minItems',
            params: { limit: 1 },
          });
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          if (typeof data2 === 'string') {
            if (data2.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/on/' + i0,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/on/' + i0,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/on',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.before !== undefined) {
      if (typeof data.before !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/before',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
  }
  validate38.errors = vErrors;
  return errors === 0;
}
function validate40(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === 'schema' || key0 === 'schemaPath')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.schema !== undefined) {
      let data0 = data.schema;
      if (!(data0 && typeof data0 == 'object' && !Array.isArray(data0)) && typeof data0 !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/schema',
          keyword: 'type',
          params: { type: ['object', 'boolean'] },
        });
        errors++;
      }
    }
    if (data.schemaPath !== undefined) {
      let data1 = data.schemaPath;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/schemaPath',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/schemaPath',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate40.errors = vErrors;
  return errors === 0;
}
function validate44(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.merge === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'merge' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'merge' || key0 === 'setup')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.merge !== undefined) {
      let data0 = data.merge;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/merge',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/merge',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.setup !== undefined) {
      let data1 = data.setup;
      if (Array.isArray(data1)) {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/setup',
            keyword: 'minItems',
            params: { limit: 1 },
          });
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          if (typeof data2 === 'string') {
            if (data2.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/setup/' + i0,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/setup/' + i0,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/setup',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate44.errors = vErrors;
  return errors === 0;
}
function validate43(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== 'string' && !(data && typeof data == 'object' && !Array.isArray(data))) {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: ['string', 'object'] } });
    errors++;
  }
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (typeof data !== 'string') {
    (vErrors ??= []).push({});
    errors++;
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs4 = errors;
    if (!(data === 'shared' || data === 'readonly')) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'enum',
        params: { allowedValues: ['shared', 'readonly'] },
      });
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.worktree === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'worktree' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'worktree')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.worktree !== undefined) {
      if (
        !validate44(data.worktree, {
          instancePath: instancePath + '/worktree',
          parentData: data,
          parentDataProperty: 'worktree',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate44.errors);
        errors = vErrors.length;
      }
    }
  }
  validate43.errors = vErrors;
  return errors === 0;
}
const wrapper0 = { validate: validate24 };
function validate47(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.startTaskDefinition === undefined) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'required',
        params: { missingProperty: 'startTaskDefinition' },
      });
      errors++;
    }
    if (data.taskDefinitions === undefined) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'required',
        params: { missingProperty: 'taskDefinitions' },
      });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'description' || key0 === 'startTaskDefinition' || key0 === 'taskDefinitions')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data0 = data.description;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/description',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/description',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.startTaskDefinition !== undefined) {
      let data1 = data.startTaskDefinition;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/startTaskDefinition',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/startTaskDefinition',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.taskDefinitions !== undefined) {
      let data2 = data.taskDefinitions;
      if (data2 && typeof data2 == 'object' && !Array.isArray(data2)) {
        if (Object.keys(data2).length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/taskDefinitions',
            keyword: 'minProperties',
            params: { limit: 1 },
          });
          errors++;
        }
        for (const key1 in data2) {
          if (
            !wrapper0.validate(data2[key1], {
              instancePath:
                instancePath + '/taskDefinitions/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data2,
              parentDataProperty: key1,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, wrapper0.validate.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/taskDefinitions',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate47.errors = vErrors;
  return errors === 0;
}
function validate49(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== 'string' && !(data && typeof data == 'object' && !Array.isArray(data))) {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: ['string', 'object'] } });
    errors++;
  }
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (typeof data !== 'string') {
    (vErrors ??= []).push({});
    errors++;
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs4 = errors;
    if (!(data === 'all')) {
      (vErrors ??= []).push({ instancePath, keyword: 'enum', params: { allowedValues: ['all'] } });
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.atLeast === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'atLeast' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'atLeast')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.atLeast !== undefined) {
      let data0 = data.atLeast;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/atLeast',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 1000000000 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/atLeast',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/atLeast',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
  }
  validate49.errors = vErrors;
  return errors === 0;
}
function validate24(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid1 = true;
  const _errs3 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    let missing0;
    if (data.type === undefined && (missing0 = 'type')) {
      (vErrors ??= []).push({});
      errors++;
    } else {
      if (data.type !== undefined) {
        if ('shell' !== data.type) {
          (vErrors ??= []).push({});
          errors++;
        }
      }
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == 'object' && !Array.isArray(data)) {
      if (data.command === undefined) {
        (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'command' } });
        errors++;
      }
    }
    var _valid0 = _errs5 === errors;
    valid1 = _valid0;
  }
  if (!valid1) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  const _errs7 = errors;
  let valid3 = true;
  const _errs8 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    let missing1;
    if (data.type === undefined && (missing1 = 'type')) {
      (vErrors ??= []).push({});
      errors++;
    } else {
      if (data.type !== undefined) {
        if ('parallel' !== data.type) {
          (vErrors ??= []).push({});
          errors++;
        }
      }
    }
  }
  var _valid1 = _errs8 === errors;
  errors = _errs7;
  if (vErrors !== null) {
    if (_errs7) {
      vErrors.length = _errs7;
    } else {
      vErrors = null;
    }
  }
  if (_valid1) {
    const _errs10 = errors;
    if (data && typeof data == 'object' && !Array.isArray(data)) {
      if (data.branches === undefined) {
        (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'branches' } });
        errors++;
      }
    }
    var _valid1 = _errs10 === errors;
    valid3 = _valid1;
  }
  if (!valid3) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  const _errs12 = errors;
  let valid5 = true;
  const _errs13 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    let missing2;
    if (data.type === undefined && (missing2 = 'type')) {
      (vErrors ??= []).push({});
      errors++;
    } else {
      if (data.type !== undefined) {
        if ('foreach' !== data.type) {
          (vErrors ??= []).push({});
          errors++;
        }
      }
    }
  }
  var _valid2 = _errs13 === errors;
  errors = _errs12;
  if (vErrors !== null) {
    if (_errs12) {
      vErrors.length = _errs12;
    } else {
      vErrors = null;
    }
  }
  if (_valid2) {
    const _errs15 = errors;
    if (data && typeof data == 'object' && !Array.isArray(data)) {
      if (data.items === undefined) {
        (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'items' } });
        errors++;
      }
      if (data.item === undefined) {
        (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'item' } });
        errors++;
      }
      if (data.body === undefined) {
        (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'body' } });
        errors++;
      }
    }
    var _valid2 = _errs15 === errors;
    valid5 = _valid2;
  }
  if (!valid5) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  const _errs17 = errors;
  let valid7 = true;
  const _errs18 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    let missing3;
    if (data.type === undefined && (missing3 = 'type')) {
      (vErrors ??= []).push({});
      errors++;
    } else {
      if (data.type !== undefined) {
        if ('workflow' !== data.type) {
          (vErrors ??= []).push({});
          errors++;
        }
      }
    }
  }
  var _valid3 = _errs18 === errors;
  errors = _errs17;
  if (vErrors !== null) {
    if (_errs17) {
      vErrors.length = _errs17;
    } else {
      vErrors = null;
    }
  }
  if (_valid3) {
    const _errs20 = errors;
    if (data && typeof data == 'object' && !Array.isArray(data)) {
      if (data.map === undefined) {
        (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'map' } });
        errors++;
      }
    }
    var _valid3 = _errs20 === errors;
    valid7 = _valid3;
  }
  if (!valid7) {
    (vErrors ??= []).push({ instancePath, keyword: 'if', params: { failingKeyword: 'then' } });
    errors++;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.type === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'type' } });
      errors++;
    }
    for (const key0 in data) {
      if (
        ![
          'type',
          'description',
          'promptTemplatePath',
          'promptTemplate',
          'prompt',
          'promptParams',
          'actions',
          'as',
          'onError',
          'timeout',
          'maxVisits',
          'retry',
          'agent',
          'model',
          'permissionMode',
          'allowedTools',
          'disallowedTools',
          'maxTurns',
          'budgetUsd',
          'session',
          'reminder',
          'output',
          'protocol',
          'appendActions',
          'command',
          'idempotent',
          'fields',
          'signed',
          'set',
          'workspace',
          'branches',
          'join',
          'items',
          'item',
          'key',
          'after',
          'exclusive',
          'concurrency',
          'onItemFailure',
          'carry',
          'body',
          'map',
          'with',
          'outcome',
          'result',
          'failed',
        ].includes(key0)
      ) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data4 = data.type;
      if (typeof data4 !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/type',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
      if (!(
        data4 === 'claude' ||
        data4 === 'end' ||
        data4 === 'shell' ||
        data4 === 'human' ||
        data4 === 'decide' ||
        data4 === 'parallel' ||
        data4 === 'foreach' ||
        data4 === 'workflow'
      )) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/type',
          keyword: 'enum',
          params: {
            allowedValues: ['claude', 'end', 'shell', 'human', 'decide', 'parallel', 'foreach', 'workflow'],
          },
        });
        errors++;
      }
    }
    if (data.description !== undefined) {
      if (typeof data.description !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/description',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.promptTemplatePath !== undefined) {
      let data6 = data.promptTemplatePath;
      if (typeof data6 === 'string') {
        if (data6.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/promptTemplatePath',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/promptTemplatePath',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.promptTemplate !== undefined) {
      let data7 = data.promptTemplate;
      if (typeof data7 === 'string') {
        if (data7.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/promptTemplate',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/promptTemplate',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.prompt !== undefined) {
      let data8 = data.prompt;
      if (typeof data8 === 'string') {
        if (data8.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/prompt',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/prompt',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.promptParams !== undefined) {
      let data9 = data.promptParams;
      if (data9 && typeof data9 == 'object' && !Array.isArray(data9)) {
        for (const key1 in data9) {
          if (
            !validate25(data9[key1], {
              instancePath: instancePath + '/promptParams/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data9,
              parentDataProperty: key1,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate25.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/promptParams',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.actions !== undefined) {
      let data11 = data.actions;
      if (data11 && typeof data11 == 'object' && !Array.isArray(data11)) {
        for (const key2 in data11) {
          if (
            !validate27(data11[key2], {
              instancePath: instancePath + '/actions/' + key2.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data11,
              parentDataProperty: key2,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate27.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/actions',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.as !== undefined) {
      let data13 = data.as;
      if (typeof data13 === 'string') {
        if (data13.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/as',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/as',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.onError !== undefined) {
      let data14 = data.onError;
      if (typeof data14 === 'string') {
        if (data14.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/onError',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/onError',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.timeout !== undefined) {
      if (typeof data.timeout !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/timeout',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.maxVisits !== undefined) {
      if (
        !validate30(data.maxVisits, {
          instancePath: instancePath + '/maxVisits',
          parentData: data,
          parentDataProperty: 'maxVisits',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate30.errors);
        errors = vErrors.length;
      }
    }
    if (data.retry !== undefined) {
      if (
        !validate34(data.retry, {
          instancePath: instancePath + '/retry',
          parentData: data,
          parentDataProperty: 'retry',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate34.errors);
        errors = vErrors.length;
      }
    }
    if (data.agent !== undefined) {
      let data18 = data.agent;
      if (typeof data18 === 'string') {
        if (data18.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/agent',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/agent',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.model !== undefined) {
      let data19 = data.model;
      if (typeof data19 === 'string') {
        if (data19.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/model',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/model',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.permissionMode !== undefined) {
      let data20 = data.permissionMode;
      if (typeof data20 === 'string') {
        if (data20.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/permissionMode',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/permissionMode',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.allowedTools !== undefined) {
      let data21 = data.allowedTools;
      if (Array.isArray(data21)) {
        const len0 = data21.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data22 = data21[i0];
          if (typeof data22 === 'string') {
            if (data22.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/allowedTools/' + i0,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/allowedTools/' + i0,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/allowedTools',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.disallowedTools !== undefined) {
      let data23 = data.disallowedTools;
      if (Array.isArray(data23)) {
        const len1 = data23.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data24 = data23[i1];
          if (typeof data24 === 'string') {
            if (data24.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/disallowedTools/' + i1,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/disallowedTools/' + i1,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/disallowedTools',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.maxTurns !== undefined) {
      let data25 = data.maxTurns;
      if (!(typeof data25 == 'number' && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/maxTurns',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data25 == 'number' && isFinite(data25)) {
        if (data25 > 1000000000 || isNaN(data25)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/maxTurns',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data25 < 1 || isNaN(data25)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/maxTurns',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.budgetUsd !== undefined) {
      let data26 = data.budgetUsd;
      if (typeof data26 == 'number' && isFinite(data26)) {
        if (data26 <= 0 || isNaN(data26)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/budgetUsd',
            keyword: 'exclusiveMinimum',
            params: { comparison: '>', limit: 0 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/budgetUsd',
          keyword: 'type',
          params: { type: 'number' },
        });
        errors++;
      }
    }
    if (data.session !== undefined) {
      if (
        !validate36(data.session, {
          instancePath: instancePath + '/session',
          parentData: data,
          parentDataProperty: 'session',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate36.errors);
        errors = vErrors.length;
      }
    }
    if (data.reminder !== undefined) {
      if (
        !validate38(data.reminder, {
          instancePath: instancePath + '/reminder',
          parentData: data,
          parentDataProperty: 'reminder',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate38.errors);
        errors = vErrors.length;
      }
    }
    if (data.output !== undefined) {
      if (
        !validate40(data.output, {
          instancePath: instancePath + '/output',
          parentData: data,
          parentDataProperty: 'output',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate40.errors);
        errors = vErrors.length;
      }
    }
    if (data.protocol !== undefined) {
      let data30 = data.protocol;
      if (typeof data30 !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/protocol',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
      if (!(data30 === 'action' || data30 === 'signal-block')) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/protocol',
          keyword: 'enum',
          params: { allowedValues: ['action', 'signal-block'] },
        });
        errors++;
      }
    }
    if (data.appendActions !== undefined) {
      if (typeof data.appendActions !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/appendActions',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
    if (data.command !== undefined) {
      let data32 = data.command;
      if (typeof data32 !== 'string' && !Array.isArray(data32)) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/command',
          keyword: 'type',
          params: { type: ['string', 'array'] },
        });
        errors++;
      }
      if (typeof data32 === 'string') {
        if (data32.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/command',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      }
      if (Array.isArray(data32)) {
        if (data32.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/command',
            keyword: 'minItems',
            params: { limit: 1 },
          });
          errors++;
        }
        const len2 = data32.length;
        for (let i2 = 0; i2 < len2; i2++) {
          if (typeof data32[i2] !== 'string') {
            (vErrors ??= []).push({
              instancePath: instancePath + '/command/' + i2,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      }
    }
    if (data.idempotent !== undefined) {
      if (typeof data.idempotent !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/idempotent',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
    if (data.fields !== undefined) {
      let data35 = data.fields;
      if (data35 && typeof data35 == 'object' && !Array.isArray(data35)) {
        for (const key3 in data35) {
          if (
            !validate22(data35[key3], {
              instancePath: instancePath + '/fields/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data35,
              parentDataProperty: key3,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate22.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/fields',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.signed !== undefined) {
      if (typeof data.signed !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/signed',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
    if (data.set !== undefined) {
      let data38 = data.set;
      if (data38 && typeof data38 == 'object' && !Array.isArray(data38)) {
        for (const key4 in data38) {
          let data39 = data38[key4];
          if (typeof data39 === 'string') {
            if (data39.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/set/' + key4.replace(/~/g, '~0').replace(/\//g, '~1'),
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/set/' + key4.replace(/~/g, '~0').replace(/\//g, '~1'),
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/set',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.workspace !== undefined) {
      if (
        !validate43(data.workspace, {
          instancePath: instancePath + '/workspace',
          parentData: data,
          parentDataProperty: 'workspace',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate43.errors);
        errors = vErrors.length;
      }
    }
    if (data.branches !== undefined) {
      let data41 = data.branches;
      if (data41 && typeof data41 == 'object' && !Array.isArray(data41)) {
        if (Object.keys(data41).length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/branches',
            keyword: 'minProperties',
            params: { limit: 1 },
          });
          errors++;
        }
        for (const key5 in data41) {
          if (
            !validate47(data41[key5], {
              instancePath: instancePath + '/branches/' + key5.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data41,
              parentDataProperty: key5,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate47.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/branches',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.join !== undefined) {
      if (
        !validate49(data.join, {
          instancePath: instancePath + '/join',
          parentData: data,
          parentDataProperty: 'join',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate49.errors);
        errors = vErrors.length;
      }
    }
    if (data.items !== undefined) {
      let data44 = data.items;
      if (typeof data44 === 'string') {
        if (data44.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/items',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/items',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.item !== undefined) {
      let data45 = data.item;
      if (typeof data45 === 'string') {
        if (data45.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/item',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/item',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.key !== undefined) {
      let data46 = data.key;
      if (typeof data46 === 'string') {
        if (data46.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/key',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/key',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.after !== undefined) {
      let data47 = data.after;
      if (typeof data47 === 'string') {
        if (data47.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/after',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/after',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.exclusive !== undefined) {
      let data48 = data.exclusive;
      if (typeof data48 === 'string') {
        if (data48.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/exclusive',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/exclusive',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.concurrency !== undefined) {
      let data49 = data.concurrency;
      if (!(typeof data49 == 'number' && !(data49 % 1) && !isNaN(data49) && isFinite(data49))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/concurrency',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data49 == 'number' && isFinite(data49)) {
        if (data49 > 1000000000 || isNaN(data49)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/concurrency',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data49 < 1 || isNaN(data49)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/concurrency',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.onItemFailure !== undefined) {
      let data50 = data.onItemFailure;
      if (typeof data50 !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/onItemFailure',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
      if (!(data50 === 'stop' || data50 === 'continue')) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/onItemFailure',
          keyword: 'enum',
          params: { allowedValues: ['stop', 'continue'] },
        });
        errors++;
      }
    }
    if (data.carry !== undefined) {
      if (typeof data.carry !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/carry',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
    if (data.body !== undefined) {
      if (
        !validate47(data.body, {
          instancePath: instancePath + '/body',
          parentData: data,
          parentDataProperty: 'body',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate47.errors);
        errors = vErrors.length;
      }
    }
    if (data.map !== undefined) {
      let data53 = data.map;
      if (typeof data53 === 'string') {
        if (data53.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/map',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/map',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.with !== undefined) {
      let data54 = data.with;
      if (data54 && typeof data54 == 'object' && !Array.isArray(data54)) {
        for (const key6 in data54) {
          let data55 = data54[key6];
          if (typeof data55 === 'string') {
            if (data55.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/with/' + key6.replace(/~/g, '~0').replace(/\//g, '~1'),
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/with/' + key6.replace(/~/g, '~0').replace(/\//g, '~1'),
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/with',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.outcome !== undefined) {
      let data56 = data.outcome;
      if (typeof data56 === 'string') {
        if (data56.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/outcome',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/outcome',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.result !== undefined) {
      let data57 = data.result;
      if (typeof data57 === 'string') {
        if (data57.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/result',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/result',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.failed !== undefined) {
      if (typeof data.failed !== 'boolean') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/failed',
          keyword: 'type',
          params: { type: 'boolean' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}
function validate53(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(
        key0 === 'model' ||
        key0 === 'timeout' ||
        key0 === 'retry' ||
        key0 === 'permissionMode' ||
        key0 === 'allowedTools' ||
        key0 === 'maxTurns'
      )) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.model !== undefined) {
      let data0 = data.model;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/model',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/model',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.timeout !== undefined) {
      if (typeof data.timeout !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/timeout',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.retry !== undefined) {
      if (
        !validate34(data.retry, {
          instancePath: instancePath + '/retry',
          parentData: data,
          parentDataProperty: 'retry',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate34.errors);
        errors = vErrors.length;
      }
    }
    if (data.permissionMode !== undefined) {
      let data3 = data.permissionMode;
      if (typeof data3 === 'string') {
        if (data3.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/permissionMode',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/permissionMode',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.allowedTools !== undefined) {
      let data4 = data.allowedTools;
      if (Array.isArray(data4)) {
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data5 = data4[i0];
          if (typeof data5 === 'string') {
            if (data5.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/allowedTools/' + i0,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/allowedTools/' + i0,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/allowedTools',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.maxTurns !== undefined) {
      let data6 = data.maxTurns;
      if (!(typeof data6 == 'number' && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/maxTurns',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data6 == 'number' && isFinite(data6)) {
        if (data6 > 1000000000 || isNaN(data6)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/maxTurns',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data6 < 1 || isNaN(data6)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/maxTurns',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
function validate56(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === 'steps' || key0 === 'costUsd' || key0 === 'tokens' || key0 === 'duration')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.steps !== undefined) {
      let data0 = data.steps;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/steps',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 1000000000 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/steps',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/steps',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.costUsd !== undefined) {
      let data1 = data.costUsd;
      if (typeof data1 == 'number' && isFinite(data1)) {
        if (data1 <= 0 || isNaN(data1)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/costUsd',
            keyword: 'exclusiveMinimum',
            params: { comparison: '>', limit: 0 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/costUsd',
          keyword: 'type',
          params: { type: 'number' },
        });
        errors++;
      }
    }
    if (data.tokens !== undefined) {
      let data2 = data.tokens;
      if (!(typeof data2 == 'number' && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/tokens',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data2 == 'number' && isFinite(data2)) {
        if (data2 > 1000000000000 || isNaN(data2)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/tokens',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000000 },
          });
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/tokens',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.duration !== undefined) {
      if (typeof data.duration !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/duration',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
function validate59(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === 'task' || key0 === 'action' || key0 === 'when')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.task !== undefined) {
      let data0 = data.task;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/task',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/task',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.action !== undefined) {
      let data1 = data.action;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/action',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/action',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.when !== undefined) {
      let data2 = data.when;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/when',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/when',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
function validate63(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.first === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'first' } });
      errors++;
    }
    if (data.second === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'second' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'first' || key0 === 'second')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.first !== undefined) {
      if (
        !validate59(data.first, {
          instancePath: instancePath + '/first',
          parentData: data,
          parentDataProperty: 'first',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.second !== undefined) {
      if (
        !validate59(data.second, {
          instancePath: instancePath + '/second',
          parentData: data,
          parentDataProperty: 'second',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate59.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate63.errors = vErrors;
  return errors === 0;
}
function validate68(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.times === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'times' } });
      errors++;
    }
    if (data.of === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'of' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'times' || key0 === 'of')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.times !== undefined) {
      let data0 = data.times;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/times',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 1000000000 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/times',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 1000000000 },
          });
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/times',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.of !== undefined) {
      if (
        !validate59(data.of, {
          instancePath: instancePath + '/of',
          parentData: data,
          parentDataProperty: 'of',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate59.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate68.errors = vErrors;
  return errors === 0;
}
function validate58(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(
        key0 === 'description' ||
        key0 === 'always' ||
        key0 === 'never' ||
        key0 === 'eventually' ||
        key0 === 'leadsTo' ||
        key0 === 'precedes' ||
        key0 === 'atMost'
      )) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data0 = data.description;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/description',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/description',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.always !== undefined) {
      if (
        !validate59(data.always, {
          instancePath: instancePath + '/always',
          parentData: data,
          parentDataProperty: 'always',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.never !== undefined) {
      if (
        !validate59(data.never, {
          instancePath: instancePath + '/never',
          parentData: data,
          parentDataProperty: 'never',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.eventually !== undefined) {
      if (
        !validate59(data.eventually, {
          instancePath: instancePath + '/eventually',
          parentData: data,
          parentDataProperty: 'eventually',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate59.errors);
        errors = vErrors.length;
      }
    }
    if (data.leadsTo !== undefined) {
      if (
        !validate63(data.leadsTo, {
          instancePath: instancePath + '/leadsTo',
          parentData: data,
          parentDataProperty: 'leadsTo',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.precedes !== undefined) {
      if (
        !validate63(data.precedes, {
          instancePath: instancePath + '/precedes',
          parentData: data,
          parentDataProperty: 'precedes',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.atMost !== undefined) {
      if (
        !validate68(data.atMost, {
          instancePath: instancePath + '/atMost',
          parentData: data,
          parentDataProperty: 'atMost',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate68.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate58.errors = vErrors;
  return errors === 0;
}
function validate74(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(
        key0 === 'workflow_fit' ||
        key0 === 'spec' ||
        key0 === 'plan' ||
        key0 === 'test_contract' ||
        key0 === 'implementation' ||
        key0 === 'review' ||
        key0 === 'verification' ||
        key0 === 'learn_handoff'
      )) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.workflow_fit !== undefined) {
      let data0 = data.workflow_fit;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/workflow_fit',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/workflow_fit',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.spec !== undefined) {
      let data1 = data.spec;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/spec',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/spec',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.plan !== undefined) {
      let data2 = data.plan;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/plan',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/plan',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.test_contract !== undefined) {
      let data3 = data.test_contract;
      if (typeof data3 === 'string') {
        if (data3.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/test_contract',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/test_contract',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.implementation !== undefined) {
      let data4 = data.implementation;
      if (typeof data4 === 'string') {
        if (data4.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/implementation',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/implementation',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.review !== undefined) {
      let data5 = data.review;
      if (typeof data5 === 'string') {
        if (data5.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/review',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/review',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.verification !== undefined) {
      let data6 = data.verification;
      if (typeof data6 === 'string') {
        if (data6.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/verification',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/verification',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.learn_handoff !== undefined) {
      let data7 = data.learn_handoff;
      if (typeof data7 === 'string') {
        if (data7.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/learn_handoff',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/learn_handoff',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate74.errors = vErrors;
  return errors === 0;
}
function validate76(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.path === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'path' } });
      errors++;
    }
    if (data.content === undefined) {
      (vErrors ??= []).push({ instancePath, keyword: 'required', params: { missingProperty: 'content' } });
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'path' || key0 === 'content' || key0 === 'schemaPath' || key0 === 'kind')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.path !== undefined) {
      let data0 = data.path;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/path',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/path',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.content !== undefined) {
      let data1 = data.content;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/content',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/content',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.schemaPath !== undefined) {
      let data2 = data.schemaPath;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/schemaPath',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/schemaPath',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.kind !== undefined) {
      let data3 = data.kind;
      if (typeof data3 === 'string') {
        if (data3.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/kind',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/kind',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate76.errors = vErrors;
  return errors === 0;
}
function validate73(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (
        ![
          'workflow',
          'goal',
          'blueprint',
          'verification',
          'review',
          'earlier',
          'subtasks',
          'steps',
          'recipes',
          'stages',
          'files',
          'maxRetries',
        ].includes(key0)
      ) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.workflow !== undefined) {
      let data0 = data.workflow;
      if (typeof data0 === 'string') {
        if (data0.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/workflow',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/workflow',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.goal !== undefined) {
      let data1 = data.goal;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/goal',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/goal',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.blueprint !== undefined) {
      let data2 = data.blueprint;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/blueprint',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/blueprint',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.verification !== undefined) {
      let data3 = data.verification;
      if (typeof data3 === 'string') {
        if (data3.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/verification',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/verification',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.review !== undefined) {
      let data4 = data.review;
      if (typeof data4 === 'string') {
        if (data4.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/review',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/review',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.earlier !== undefined) {
      let data5 = data.earlier;
      if (typeof data5 === 'string') {
        if (data5.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/earlier',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/earlier',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.subtasks !== undefined) {
      let data6 = data.subtasks;
      if (Array.isArray(data6)) {
        const len0 = data6.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data7 = data6[i0];
          if (typeof data7 === 'string') {
            if (data7.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/subtasks/' + i0,
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/subtasks/' + i0,
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/subtasks',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.steps !== undefined) {
      let data8 = data.steps;
      if (data8 && typeof data8 == 'object' && !Array.isArray(data8)) {
        for (const key1 in data8) {
          let data9 = data8[key1];
          if (typeof data9 !== 'string') {
            (vErrors ??= []).push({
              instancePath: instancePath + '/steps/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
          if (!(
            data9 === '1.0' ||
            data9 === '1.5' ||
            data9 === '1.55' ||
            data9 === '1.56' ||
            data9 === '1.6' ||
            data9 === '2.2' ||
            data9 === '2.25' ||
            data9 === '2.26' ||
            data9 === '2.3' ||
            data9 === '2.4'
          )) {
            (vErrors ??= []).push({
              instancePath: instancePath + '/steps/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              keyword: 'enum',
              params: {
                allowedValues: ['1.0', '1.5', '1.55', '1.56', '1.6', '2.2', '2.25', '2.26', '2.3', '2.4'],
              },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/steps',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.recipes !== undefined) {
      let data10 = data.recipes;
      if (data10 && typeof data10 == 'object' && !Array.isArray(data10)) {
        for (const key2 in data10) {
          let data11 = data10[key2];
          if (typeof data11 === 'string') {
            if (data11.length < 1) {
              (vErrors ??= []).push({
                instancePath: instancePath + '/recipes/' + key2.replace(/~/g, '~0').replace(/\//g, '~1'),
                keyword: 'minLength',
                params: { limit: 1 },
              });
              errors++;
            }
          } else {
            (vErrors ??= []).push({
              instancePath: instancePath + '/recipes/' + key2.replace(/~/g, '~0').replace(/\//g, '~1'),
              keyword: 'type',
              params: { type: 'string' },
            });
            errors++;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/recipes',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.stages !== undefined) {
      if (
        !validate74(data.stages, {
          instancePath: instancePath + '/stages',
          parentData: data,
          parentDataProperty: 'stages',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate74.errors);
        errors = vErrors.length;
      }
    }
    if (data.files !== undefined) {
      let data13 = data.files;
      if (Array.isArray(data13)) {
        const len1 = data13.length;
        for (let i1 = 0; i1 < len1; i1++) {
          if (
            !validate76(data13[i1], {
              instancePath: instancePath + '/files/' + i1,
              parentData: data13,
              parentDataProperty: i1,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate76.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/files',
          keyword: 'type',
          params: { type: 'array' },
        });
        errors++;
      }
    }
    if (data.maxRetries !== undefined) {
      let data15 = data.maxRetries;
      if (!(typeof data15 == 'number' && !(data15 % 1) && !isNaN(data15) && isFinite(data15))) {
        (vErrors ??= []).push({
          instancePath: instancePath + '/maxRetries',
          keyword: 'type',
          params: { type: 'integer' },
        });
        errors++;
      }
      if (typeof data15 == 'number' && isFinite(data15)) {
        if (data15 < 0 || isNaN(data15)) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/maxRetries',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
          });
          errors++;
        }
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate73.errors = vErrors;
  return errors === 0;
}
function validate72(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === 'map')) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.map !== undefined) {
      if (
        !validate73(data.map, {
          instancePath: instancePath + '/map',
          parentData: data,
          parentDataProperty: 'map',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate73.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate72.errors = vErrors;
  return errors === 0;
}
function validate21(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  /*# sourceURL="urn:wfmap:map" */ let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.description === undefined) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'required',
        params: { missingProperty: 'description' },
      });
      errors++;
    }
    if (data.startTaskDefinition === undefined) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'required',
        params: { missingProperty: 'startTaskDefinition' },
      });
      errors++;
    }
    if (data.taskDefinitions === undefined) {
      (vErrors ??= []).push({
        instancePath,
        keyword: 'required',
        params: { missingProperty: 'taskDefinitions' },
      });
      errors++;
    }
    for (const key0 in data) {
      if (
        ![
          '$schema',
          'description',
          'startTaskDefinition',
          'workslipFields',
          'taskDefinitions',
          'defaults',
          'limits',
          'properties',
          'artifacts',
        ].includes(key0)
      ) {
        (vErrors ??= []).push({
          instancePath,
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        (vErrors ??= []).push({
          instancePath: instancePath + '/$schema',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data1 = data.description;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/description',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/description',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.startTaskDefinition !== undefined) {
      let data2 = data.startTaskDefinition;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/startTaskDefinition',
            keyword: 'minLength',
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/startTaskDefinition',
          keyword: 'type',
          params: { type: 'string' },
        });
        errors++;
      }
    }
    if (data.workslipFields !== undefined) {
      let data3 = data.workslipFields;
      if (data3 && typeof data3 == 'object' && !Array.isArray(data3)) {
        for (const key1 in data3) {
          if (
            !validate22(data3[key1], {
              instancePath: instancePath + '/workslipFields/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data3,
              parentDataProperty: key1,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate22.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/workslipFields',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.taskDefinitions !== undefined) {
      let data5 = data.taskDefinitions;
      if (data5 && typeof data5 == 'object' && !Array.isArray(data5)) {
        if (Object.keys(data5).length < 1) {
          (vErrors ??= []).push({
            instancePath: instancePath + '/taskDefinitions',
            keyword: 'minProperties',
            params: { limit: 1 },
          });
          errors++;
        }
        for (const key2 in data5) {
          if (
            !validate24(data5[key2], {
              instancePath:
                instancePath + '/taskDefinitions/' + key2.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data5,
              parentDataProperty: key2,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate24.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/taskDefinitions',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.defaults !== undefined) {
      if (
        !validate53(data.defaults, {
          instancePath: instancePath + '/defaults',
          parentData: data,
          parentDataProperty: 'defaults',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate53.errors);
        errors = vErrors.length;
      }
    }
    if (data.limits !== undefined) {
      if (
        !validate56(data.limits, {
          instancePath: instancePath + '/limits',
          parentData: data,
          parentDataProperty: 'limits',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate56.errors);
        errors = vErrors.length;
      }
    }
    if (data.properties !== undefined) {
      let data9 = data.properties;
      if (data9 && typeof data9 == 'object' && !Array.isArray(data9)) {
        for (const key3 in data9) {
          if (
            !validate58(data9[key3], {
              instancePath: instancePath + '/properties/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data9,
              parentDataProperty: key3,
              rootData,
            })
          ) {
            vErrors = joined(vErrors, validate58.errors);
            errors = vErrors.length;
          }
        }
      } else {
        (vErrors ??= []).push({
          instancePath: instancePath + '/properties',
          keyword: 'type',
          params: { type: 'object' },
        });
        errors++;
      }
    }
    if (data.artifacts !== undefined) {
      if (
        !validate72(data.artifacts, {
          instancePath: instancePath + '/artifacts',
          parentData: data,
          parentDataProperty: 'artifacts',
          rootData,
        })
      ) {
        vErrors = joined(vErrors, validate72.errors);
        errors = vErrors.length;
      }
    }
  } else {
    (vErrors ??= []).push({ instancePath, keyword: 'type', params: { type: 'object' } });
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
function joined(list, more) {
  if (list === null) return more;
  for (const each of more) list.push(each);
  return list;
}
